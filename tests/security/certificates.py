"""Certificates for tests, made with the openssl command."""
import os
import subprocess


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Authority:
    """An authority in a folder, that signs certificates for servers and clients."""

    def __init__(self, folder, name="authority"):
        self.folder, self.name = folder, name
        self.cert, self.key = self.path("pem"), self.path("key")
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", self.key, "-out", self.cert)

    def path(self, ending, name=None):
        return os.path.join(self.folder, f"{name or self.name}.{ending}")

    def sign(self, name, alternative=None):
        """Makes NAME.pem and NAME.key, and answers their paths."""
        request, cert, key = self.path("csr", name), self.path("pem", name), self.path("key", name)
        openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        extensions = self.path("ext", name)
        with open(extensions, "w", encoding="ascii") as file:
            file.write(f"subjectAltName={alternative}\n" if alternative else "basicConstraints=CA:FALSE\n")
        openssl("x509", "-req", "-in", request, "-CA", self.cert, "-CAkey", self.key, "-CAcreateserial",
                "-days", "2", "-extfile", extensions, "-out", cert)
        return cert, key
