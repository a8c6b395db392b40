"""How calls travel: one connection each, tried again where that is safe."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

Value = str | int | float | bool | None

_LONGEST_WAIT = 120


class VigieProblem(Exception):
    """What the server refuses (RFC 9457): every wrong field is in `errors`."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = body.get("code", "")
        self.detail: str = body.get("detail", "")
        self.errors: list[dict[str, str]] = body.get("errors", [])
        self.request_id: str | None = body.get("request_id")
        wrong = "; ".join(f"{one.get('pointer') or one.get('parameter')}: {one['detail']}" for one in self.errors)
        super().__init__(f"{status} {self.code}: {self.detail}" + (f" ({wrong})" if wrong else ""))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to the server that was named, and to no other."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    def __init__(self, url: str, key: str, *, language: str = "en", retries: int = 3, timeout: float = 60) -> None:
        self._url = url.rstrip("/") + "/public/v1"
        self._key = key
        self._language = language
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Value] | None = None,
        body: Any = None,
        file: tuple[str, bytes] | None = None,
        version: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Asks once, and again where nothing can have been done twice. `name` is the Idempotency-Key; posts get one of their own."""
        headers = {"X-API-Key": self._key, "Accept-Language": self._language, "Accept": "application/json"}
        data: bytes | None = None
        if file is not None:
            boundary = uuid.uuid4().hex
            headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
            data = _form(boundary, *file)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        if method == "POST":
            headers["Idempotency-Key"] = name or str(uuid.uuid4())
        given = {key: _text(value) for key, value in (query or {}).items() if value is not None}
        address = self._url + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        for attempt in range(self._retries + 1):
            request = urllib.request.Request(address, data=data, headers=headers, method=method)
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as refused:
                problem = _problem(refused)
                wait = int(refused.headers.get("Retry-After") or 0)
                if refused.code not in (429, 503) or attempt == self._retries or wait > _LONGEST_WAIT:
                    raise problem from None
                time.sleep(max(wait, 1))
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                # A change may have been made before the connection broke.
                if method == "PUT" or attempt == self._retries:
                    raise
                time.sleep(2**attempt)
        raise AssertionError("unreachable")

    def pages(self, path: str, query: Mapping[str, Value]) -> Iterator[Any]:
        """Every row of a list, page by page: what changes meanwhile moves no other row."""
        cursor: str | None = None
        while True:
            page = self.call("GET", path, query={**query, "cursor": cursor or query.get("cursor")})
            yield from page["objects"]
            cursor = page["next_cursor"]
            if cursor is None:
                return


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _problem(refused: urllib.error.HTTPError) -> VigieProblem:
    try:
        body = json.loads(refused.read())
    except ValueError:
        body = {}
    return VigieProblem(refused.code, body if isinstance(body, dict) else {})


def _form(boundary: str, name: str, content: bytes) -> bytes:
    safe = name.replace("\\", "_").replace('"', "_").replace("\r", "_").replace("\n", "_")
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\nContent-Type: application/octet-stream\r\n\r\n'
    return head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
