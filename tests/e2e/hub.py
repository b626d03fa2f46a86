"""A hub on this computer: the paths and answers of Hugging Face, with a storage host of its own for large files. It can be
told to cut its lines, to refuse, to be away; and it remembers what it was asked for and what it sent."""
import dataclasses
import hashlib
import http.server
import json
import pathlib
import re
import socket
import sys
import threading
import time
import urllib.parse

TOKEN = "hf_T0K"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PAGE = 6  # models in one answer to a search
PIECE = 32 << 10
HEAD_BYTES = 4 << 20  # who asks for nothing behind it reads a head: no download, and never refused


class RealFile:
    """A file of this computer."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.size = self.path.stat().st_size
        hashed = hashlib.sha256()
        with open(self.path, "rb") as file:
            while piece := file.read(1 << 20):
                hashed.update(piece)
        self.sha256 = hashed.hexdigest()

    def read(self, offset, count):
        with open(self.path, "rb") as file:
            file.seek(offset)
            return file.read(count)


class HeadOnly:
    """A file of which there is the head alone; zeros follow. Its hash is made up: nobody gets all of it."""

    def __init__(self, head, size):
        self.head = head
        self.size = size
        self.sha256 = hashlib.sha256(head).hexdigest()

    def read(self, offset, count):
        count = min(count, self.size - offset)
        piece = self.head[offset:offset + count]
        return piece + bytes(count - len(piece))


@dataclasses.dataclass
class Repository:
    files: dict = dataclasses.field(default_factory=dict)  # path → RealFile or HeadOnly
    card: str = ""
    facts: dict = dataclasses.field(default_factory=dict)  # of its page and of its place in a search
    gated: bool = False  # its files want the token
    gone: bool = False  # a search still names it


@dataclasses.dataclass
class Sent:
    """An answer of the storage host."""
    sha256: str
    begin: int
    end: int  # as asked for
    status: int
    bytes: int = 0  # handed over to the line
    started: float = 0
    ended: float = 0


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    block_on_close = False

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):  # who hangs up is no fault of the hub
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub = None
    log_message = lambda self, *arguments: None

    def setup(self):
        # What waits in a line that is cut was sent and never read: little waits.
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * PIECE)
        super().setup()

    def answer(self, status, body=b"", headers=None, kind="application/json; charset=utf-8"):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def answer_json(self, value, headers=None):
        self.answer(200, json.dumps(value).encode(), headers)

    def refuse(self, status, code, message):
        self.answer(status, json.dumps({"error": message}).encode(), {"X-Error-Code": code, "X-Error-Message": message})

    def do_HEAD(self):
        self.do_GET()


class HubHandler(Handler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        path = urllib.parse.unquote(address.path)
        self.hub.asked.append(self.path)
        resolve = re.fullmatch("/([^/]+/[^/]+)/resolve/[^/]+/(.+)", path)
        page = re.fullmatch("/api/models/([^/]+/[^/]+)(/revision/[^/]+)?", path)
        if path == "/api/models":
            self.search(urllib.parse.parse_qs(address.query))
        elif page:
            self.page(page[1])
        elif resolve:
            self.resolve(resolve[1], resolve[2])
        else:
            self.answer(404, b"Not Found", kind="text/plain")

    def search(self, query):
        words = query.get("search", [""])[0].lower().split()
        begin = int(query.get("cursor", ["0"])[0])
        found = [name for name in self.hub.repositories if all(word in name.lower() for word in words)]
        models = []
        for name in found[begin:begin + PAGE]:
            repository = self.hub.repositories[name]
            models.append({"id": name, "gated": "manual" if repository.gated else False, **repository.facts})
        headers = {}
        if begin + PAGE < len(found):
            following = urllib.parse.urlencode({"search": " ".join(words), "cursor": begin + PAGE})
            headers["Link"] = f'<{self.hub.address}/api/models?{following}>; rel="next"'
        self.answer_json(models, headers)

    def page(self, name):
        repository = self.hub.repositories.get(name)
        if repository is None or repository.gone:
            # As Hugging Face answers people without a token, so that nobody learns which private ones there are.
            self.refuse(401, "RepoNotFound", "Repository not found")
            return
        files = [{"rfilename": "README.md", "size": len(repository.card.encode()),
                  "blobId": hashlib.sha1(b"blob %d\0" % len(repository.card.encode()) + repository.card.encode()).hexdigest()}]
        for path, file in repository.files.items():
            files.append({"rfilename": path, "size": file.size, "blobId": COMMIT,
                          "lfs": {"sha256": file.sha256, "size": file.size, "pointerSize": 134}})
        self.answer_json({"id": name, "sha": COMMIT, "gated": "manual" if repository.gated else False, **repository.facts,
                          "siblings": files})

    def resolve(self, name, path):
        repository = self.hub.repositories.get(name)
        if repository is None or repository.gone:
            self.refuse(401, "RepoNotFound", "Repository not found")
        elif path == "README.md":
            self.answer(200, repository.card.encode(), kind="text/plain; charset=utf-8")
        elif repository.gated and self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self.refuse(401, "GatedRepo", f"Access to model {name} is restricted.")
        elif path not in repository.files:
            self.refuse(404, "EntryNotFound", "Entry not found")
        else:
            file = repository.files[path]
            self.answer(302, headers={"Location": f"{self.hub.storage}/{file.sha256}?signature=secret",
                                      "X-Repo-Commit": COMMIT, "X-Linked-Etag": f'"{file.sha256}"',
                                      "X-Linked-Size": str(file.size)})


class StorageHandler(Handler):
    def do_GET(self):
        name = urllib.parse.urlsplit(self.path).path[1:]
        file = self.hub.stored.get(name)
        if file is None:
            self.answer(404, b"no such file", kind="text/plain")
            return
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        begin = int(wanted[1]) if wanted else 0
        end = min(int(wanted[2]) + 1, file.size) if wanted and wanted[2] else file.size
        sent = Sent(name, begin, end, 206 if wanted else 200, started=time.monotonic())
        with self.hub.lock:
            refusal = self.hub.refusal if end > HEAD_BYTES else None
            if refusal:
                self.hub.refusal = None
                sent.status = refusal[0]
            self.hub.sent.append(sent)
        if refusal:
            self.answer(refusal[0], b"not now", refusal[1], "text/plain")
        elif begin >= file.size:
            self.answer(416, headers={"Content-Range": f"bytes */{file.size}"})
        else:
            self.send(file, begin, end, sent)

    def send(self, file, begin, end, sent):
        cuts = self.hub.cuts
        self.send_response(sent.status)
        self.send_header("ETag", f'"{file.sha256}"')
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end - begin))
        if sent.status == 206:
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{file.size}")
        self.end_headers()
        while self.command != "HEAD" and begin < end:
            piece = file.read(begin, min(PIECE, end - begin))
            try:
                self.wfile.write(piece)
            except OSError:  # the other end hung up
                self.close_connection = True
                break
            begin += len(piece)
            sent.bytes += len(piece)
            if cuts != self.hub.cuts:
                self.close_connection = True
                self.request.shutdown(socket.SHUT_RDWR)
                break
        sent.ended = time.monotonic()


class Hub:
    """`asked`: paths with their queries, of the hub itself; `sent`: what storage sent, in order."""

    def __init__(self, repositories):
        self.repositories = repositories
        self.stored = {file.sha256: file for each in repositories.values() for file in each.files.values()}
        self.lock = threading.Lock()
        self.asked = []
        self.sent = []
        self.refusal = None
        self.cuts = 0
        self.servers = []
        self.ports = [0, 0]
        self.start()

    def start(self):
        for index, handler in enumerate((HubHandler, StorageHandler)):
            kind = type(handler.__name__, (handler,), {"hub": self})
            server = Server(("127.0.0.1", self.ports[index]), kind)
            self.ports[index] = server.server_address[1]
            threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
            self.servers.append(server)

    def stop(self):
        """Goes away, with everything that is under way."""
        self.cut()
        for server in self.servers:
            server.shutdown()
            server.server_close()
        self.servers = []

    def cut(self):
        """Ends every transfer in the middle."""
        self.cuts += 1

    def refuse_next(self, status, headers):
        """How the next request of a download is answered."""
        self.refusal = (status, headers)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.ports[0]}"

    @property
    def storage(self):
        return f"http://127.0.0.1:{self.ports[1]}"

    def sent_of(self, file):
        """What was sent of this file for a download."""
        with self.lock:
            return [each for each in self.sent if each.sha256 == file.sha256 and each.end > HEAD_BYTES]
