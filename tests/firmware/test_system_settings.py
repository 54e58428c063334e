"""Wi-Fi, name and key: what may stand in the file, and the files that follow for iwd and sshd."""

import pytest

from firmware.config import FaultyConfig, parse_config
from firmware.system_settings import NAMES_FILE, System, WiFi, files, system_of

BLOB = "AAAAC3NzaC1lZDI1NTE5AAAAIH2kCyAmN0bTQ2mP4lC8jhFfB0Zc1H3kY0o7wR5e8q2v"
KEY = f"ssh-ed25519 {BLOB}"


@pytest.mark.parametrize(
    ("section", "key", "value", "is_right"),
    [
        pytest.param("wifi", "name", "My network", True, id="a name"),
        pytest.param("wifi", "name", "ä" * 16, True, id="32 bytes"),
        pytest.param("wifi", "name", "ä" * 16 + "a", False, id="33 bytes"),
        pytest.param("wifi", "name", "", False, id="no name"),
        pytest.param("wifi", "name", "a\nb", False, id="a name of two lines"),
        pytest.param("wifi", "name", "\N{FAMILY} \u200d", True, id="an emoji with joints"),
        pytest.param("wifi", "name", 5, False, id="a number for a name"),
        pytest.param("wifi", "country", "DE", True, id="a country"),
        pytest.param("wifi", "country", "de", True, id="a country in small letters"),
        pytest.param("wifi", "country", "Germany", False, id="a country in words"),
        pytest.param("wifi", "country", "Ä1", False, id="no letters of a country"),
        pytest.param("wifi", "hidden", True, True, id="hidden"),
        pytest.param("wifi", "hidden", "yes", False, id="hidden in words"),
        pytest.param("system", "name", "my-box2", True, id="a host name"),
        pytest.param("system", "name", "a" * 63, True, id="the longest host name"),
        pytest.param("system", "name", "a" * 64, False, id="too long a host name"),
        pytest.param("system", "name", "-box", False, id="a host name that begins with a hyphen"),
        pytest.param("system", "name", "box-", False, id="and one that ends with it"),
        pytest.param("system", "name", "my box", False, id="a host name with a space"),
        pytest.param("system", "name", "box.local", False, id="a host name with a domain"),
        pytest.param("system", "name", "x\n", False, id="a host name and a line end"),
        pytest.param("system", "ssh_key", KEY, True, id="a key"),
        pytest.param("system", "ssh_key", f"{KEY} me@here, on my computer\n", False, id="a key of two lines"),
        pytest.param("system", "ssh_key", f" {KEY}  me ", True, id="a key with spaces about"),
        pytest.param("system", "ssh_key", f'command="sh" {KEY}', False, id="a key with options"),
        pytest.param("system", "ssh_key", f"ssh-rsa {BLOB}", False, id="a key of another kind than it says"),
        pytest.param("system", "ssh_key", "ssh-ed25519 AAAA", False, id="the beginning of a key"),
        pytest.param("system", "ssh_key", KEY[:-4], False, id="a key without its end"),
        pytest.param("system", "ssh_key", KEY[: -len(BLOB) + 20], False, id="the kind of a key alone"),
        pytest.param("system", "ssh_key", f"ssh-dss {BLOB}", False, id="a kind that is no more"),
        pytest.param("system", "ssh_key", "-----BEGIN OPENSSH PRIVATE KEY-----", False, id="the other half"),
    ],
)
def test_what_may_be_set(section, key, value, is_right):
    written = (
        str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, int) else None
    )
    text = written or '"' + value.replace("\n", "\\n").replace('"', '\\"') + '"'
    whole = f"[{section}]\n{key} = {text}\n" + (
        'name = "x"\n' if (section, key) == ("wifi", "hidden") else ""
    )
    told = ()
    try:
        parse_config(whole, "x")
    except FaultyConfig as exc:
        told = tuple(one for one in exc.faults if "missing" not in one)
    assert [one.startswith(f"{key} under [{section}] must be ") for one in told] == [True] * (not is_right)


@pytest.mark.parametrize(
    ("password", "is_right"),
    [
        pytest.param("12345678", True, id="8"),
        pytest.param("1234567", False, id="7"),
        pytest.param("x" * 63, True, id="63"),
        pytest.param("x" * 64, False, id="64 letters"),
        pytest.param("0aF9" * 16, True, id="64 hexadecimal digits"),
        pytest.param("", True, id="none"),
        pytest.param("Passwört", False, id="an accent"),
        pytest.param("tab\there", False, id="a tab"),
        pytest.param(' \\"#;= ', False, id="signs, 7"),
        pytest.param(' \\"#;=  ', True, id="signs, 8"),
    ],
)
def test_passwords(password, is_right):
    text = f"[wifi]\nname = 'x'\npassword = '''{password}'''\n"
    told = ()
    try:
        parse_config(text, "x")
    except FaultyConfig as exc:
        told = exc.faults
    assert len(told) == (not is_right)
    assert [one for one in told if password in one] == []


def test_a_private_key_put_there_by_mistake_is_not_repeated():
    with pytest.raises(FaultyConfig) as caught:
        parse_config('[system]\nssh_key = "secret"\n', "x")
    assert "secret" not in str(caught.value)


def test_a_password_without_a_name_is_told():
    with pytest.raises(FaultyConfig, match=r"name under \[wifi\] is missing"):
        parse_config('[wifi]\npassword = "12345678"\n', "x")


def test_a_wrong_password_makes_no_open_network_of_it():
    assert system_of({"wifi": {"name": "x"}}, {"wifi": {"name": "x", "password": "short"}}).wifi is None


@pytest.mark.parametrize(
    ("wifi", "path", "lines"),
    [
        pytest.param(WiFi("Home", "12345678"), "Home.psk", ["Passphrase=12345678"], id="plain"),
        pytest.param(
            WiFi("My net_2-x", "12345678"), "My net_2-x.psk", ["Passphrase=12345678"], id="as it is"
        ),
        pytest.param(WiFi("a.b", "12345678"), "=612e62.psk", ["Passphrase=12345678"], id="a point"),
        pytest.param(
            WiFi("../../x", "12345678"), "=2e2e2f2e2e2f78.psk", ["Passphrase=12345678"], id="a path"
        ),
        pytest.param(
            WiFi("=41", "12345678"), "=3d3431.psk", ["Passphrase=12345678"], id="what looks encoded"
        ),
        pytest.param(WiFi("Café", "12345678"), "=436166c3a9.psk", ["Passphrase=12345678"], id="an accent"),
        pytest.param(WiFi("猪", "12345678"), "=e78caa.psk", ["Passphrase=12345678"], id="kanji"),
        pytest.param(WiFi("x", r"back\slash"), "x.psk", [r"Passphrase=back\\slash"], id="a backslash"),
        pytest.param(WiFi("x", "  a b c  "), "x.psk", [r"Passphrase=\s\sa b c\s\s"], id="spaces at the ends"),
        pytest.param(WiFi("x", " " * 8), "x.psk", ["Passphrase=" + r"\s" * 8], id="spaces alone"),
        pytest.param(WiFi("x", "0aF9" * 16), "x.psk", ["PreSharedKey=" + "0aF9" * 16], id="a raw key"),
        pytest.param(WiFi("x"), "x.open", [], id="open"),
        pytest.param(WiFi("x", is_hidden=True), "x.open", ["Hidden=true"], id="hidden"),
    ],
)
def test_the_file_of_a_network_is_as_iwd_wants_it(wifi, path, lines):
    found = files(System(wifi))
    text = found[f"/var/lib/iwd/{path}"]
    usual = {"[Settings]", "AutoConnect=true", "[Security]", ""}
    assert [line for line in text.splitlines() if line not in usual] == lines
    assert len(found) == 2


@pytest.mark.parametrize(("country", "said"), [("DE", ["Country=DE"]), ("", [])])
def test_iwd_is_told_the_country(country, said):
    text = files(System(WiFi("x", country=country)))["/run/scorekeeper-system/iwd/main.conf"]
    assert [line for line in text.splitlines() if line.startswith("Country")] == said


def test_the_country_is_written_in_capitals():
    given = {"wifi": {"name": "x", "country": "de"}}
    assert system_of(given, given).wifi.country == "DE"


def test_a_key_opens_ssh_and_the_page_its_socket():
    found = files(System(ssh_key=KEY, has_page=True))
    assert found["/run/scorekeeper-system/ssh/authorized_keys"] == f"{KEY}\n"
    assert "/run/scorekeeper-system/page" in found


@pytest.mark.parametrize(
    ("system", "answers"),
    [
        pytest.param(System(ssh_key=KEY), True, id="ssh"),
        pytest.param(System(has_page=True), True, id="the page"),
        pytest.param(System(WiFi("x"), "box"), False, id="neither"),
    ],
)
def test_where_something_is_to_be_found_the_box_answers_to_its_name(system, answers):
    assert files(system).get(NAMES_FILE, "").endswith("MulticastDNS=yes\n") is answers


def test_who_asks_for_nothing_gets_nothing():
    assert files(system_of({}, {})) == files(System()) == {}
