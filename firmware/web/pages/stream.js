/* Follows a stream of the box: for both pages, and only while somebody looks at them. */

import { RETRY_MS } from "./speech.js";

/**
 * Follow a stream whenever the page is in sight, and again where it was lost. A page that nobody sees lets go
 * of it: a browser has six lines to a box for all its pages, and the box has places for few who follow.
 * @param {string} path
 * @param {Object<string, (data: object) => void>} heard what takes the data of each kind of event
 * @param {(isLost: boolean) => void} tellLost
 */
export function follow(path, heard, tellLost) {
  let end = () => {};

  function begin() {
    end();
    const stream = new EventSource(path);
    let retryTimer = 0;
    end = () => {
      clearTimeout(retryTimer);
      stream.close();
    };
    for (const [name, take] of Object.entries(heard)) {
      stream.addEventListener(name, (event) => take(JSON.parse(event.data)));
    }
    stream.addEventListener("open", () => tellLost(false));
    stream.addEventListener("error", () => {
      tellLost(true);
      if (stream.readyState === EventSource.CLOSED) retryTimer = setTimeout(begin, RETRY_MS);
    });
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? end() : begin()));
  addEventListener("pagehide", () => end());
  if (!document.hidden) begin();
}
