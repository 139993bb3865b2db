# Serves pages over HTTP or HTTPS with Python's own server: the other side of `probe` in tests.
# Standard input, one line: {"pages": {"/path?query": {"status": 200, "type": "application/json", "body": "..."}},
# "tls": [certificate, key], "digest": [user, password], "digest256": the same with SHA-256, "bearer": token, "open": ["/info"]}. A page may have "mood"
# instead of a body: see MOODS. Prints the port, then one line of JSON a request, and ends with its input.
import hashlib
import http.server
import json
import os
import re
import ssl
import sys
import threading
import time

asked = json.loads(sys.stdin.readline())
pages = asked["pages"]
NONCE = "c0ffee5ca1ab1e"


def endless(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 65536)


def slow(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    while True:
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


def silent(handler):
    time.sleep(3600)


def away(handler):
    handler.send_response(302)
    handler.send_header("Location", "http://198.51.100.7/else\u00e9where")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def header(handler):
    handler.send_response(200)
    handler.send_header("X-Long", "x" * 100000)
    handler.send_header("Content-Length", "2")
    handler.end_headers()
    handler.wfile.write(b"{}")


def nonsense(handler):
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
    handler.close_connection = True


def cut(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"{")
    handler.close_connection = True


def packed(handler):
    handler.send_response(200)
    handler.send_header("Content-Encoding", "gzip")
    handler.send_header("Content-Length", "2")
    handler.end_headers()
    handler.wfile.write(b"{}")


MOODS = {f.__name__: f for f in (endless, slow, silent, away, header, nonsense, cut, packed)}


def may_see(handler):
    said = handler.headers.get("Authorization", "")
    if handler.path in asked.get("open", []):
        return True
    if "bearer" in asked:
        return said == "Bearer " + asked["bearer"]
    if "digest" in asked or "digest256" in asked:
        user, password = asked.get("digest") or asked["digest256"]
        hashed = hashlib.md5 if "digest" in asked else hashlib.sha256
        fields = {name: value.strip('"') for name, value in re.findall(r'(\w+)=("[^"]*"|[^\s,]+)', said)}
        md5 = lambda text: hashed(text.encode()).hexdigest()
        first, second = md5(f"{user}:there:{password}"), md5(f"GET:{handler.path}")
        wanted = md5(":".join([first, NONCE, fields.get("nc", ""), fields.get("cnonce", ""), "auth", second]))
        return fields.get("response") == wanted and fields.get("uri") == handler.path
    return True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self):
        line = {"path": self.path, "from": self.client_address[1], "at": time.monotonic(), "authorization": self.headers.get("Authorization")}
        print(json.dumps(line), flush=True)
        if not may_see(self):
            self.answer({"status": 401, "type": "text/html", "body": "<html>401</html>"})
            return
        page = pages.get(self.path, {"status": 404, "type": "text/html", "body": "<html>404</html>"})
        if "mood" in page:
            MOODS[page["mood"]](self)
        else:
            self.answer(page)

    def answer(self, page):
        body = page["body"].encode()
        self.send_response(page.get("status", 200))
        if page.get("status") == 401 and "digest256" in asked:
            self.send_header("WWW-Authenticate", f'Digest qop="auth", realm="there", nonce="{NONCE}", algorithm=SHA-256')
        if page.get("status") == 401 and "digest" in asked:
            self.send_header("WWW-Authenticate", f'Digest realm="there", qop="auth", nonce="{NONCE}", algorithm=MD5')
        self.send_header("Content-Type", page.get("type", "application/json"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
if "tls" in asked:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*asked["tls"])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
