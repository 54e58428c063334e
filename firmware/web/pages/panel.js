// The display: the pixels that the simulated panel holds, on a canvas of its size.

const LIT = [234, 244, 255];
const DARK = [6, 8, 12];
const DIMMEST = 0.35;

/** Draw a picture.
 * @param {HTMLCanvasElement} canvas 128 by 64
 * @param {{pixels: string, contrast: number}} screen rows of eight pixels to a byte in base 64; 0 to 255
 * @returns {boolean} whether any pixel is lit
 */
export function drawScreen(canvas, screen) {
  const bytes = Uint8Array.from(atob(screen.pixels), (letter) => letter.charCodeAt(0));
  const context = canvas.getContext("2d");
  const picture = context.createImageData(canvas.width, canvas.height);
  const light = DIMMEST + (1 - DIMMEST) * Math.min(1, screen.contrast / 128);
  const lit = LIT.map((part) => Math.round(part * light));
  for (let place = 0; place < canvas.width * canvas.height; place++) {
    const isLit = bytes[place >> 3] & (0x80 >> (place & 7));
    picture.data.set([...(isLit ? lit : DARK), 255], place * 4);
  }
  context.putImageData(picture, 0, 0);
  return bytes.some((byte) => byte !== 0);
}
