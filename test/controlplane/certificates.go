package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const (
	servingCertificateFile = "apiserver.crt"
	servingKeyFile         = "apiserver.key"
	serviceAccountKeyFile  = "service-account.key"
)

// writeCertificates writes the API server's serving certificate and its key, and the key that signs service account
// tokens. It returns the certificate of the authority, which clients must trust, in PEM.
func writeCertificates(dir string) (caPEM []byte, err error) {
	authority := certificate("gitdrift-test-ca")
	authority.IsCA = true
	authority.BasicConstraintsValid = true
	authority.KeyUsage = x509.KeyUsageCertSign
	authorityKey, err := newKey()
	if err != nil {
		return nil, err
	}
	authorityDER, err := x509.CreateCertificate(rand.Reader, authority, authority, authorityKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}

	serving := certificate("kube-apiserver")
	serving.KeyUsage = x509.KeyUsageDigitalSignature
	serving.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	serving.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	serving.DNSNames = []string{"localhost"}
	servingKey, err := newKey()
	if err != nil {
		return nil, err
	}
	servingDER, err := x509.CreateCertificate(rand.Reader, serving, authority, servingKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	if err := writePEM(filepath.Join(dir, servingCertificateFile), "CERTIFICATE", servingDER); err != nil {
		return nil, err
	}
	if err := writeKey(filepath.Join(dir, servingKeyFile), servingKey); err != nil {
		return nil, err
	}

	serviceAccountKey, err := newKey()
	if err != nil {
		return nil, err
	}
	if err := writeKey(filepath.Join(dir, serviceAccountKeyFile), serviceAccountKey); err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authorityDER}), nil
}

func newKey() (*ecdsa.PrivateKey, error) {
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

// certificate is a template that is valid for a day, from an hour ago for clocks that disagree.
func certificate(commonName string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: commonName},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
	}
}

func writeKey(path string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	return writePEM(path, "EC PRIVATE KEY", der)
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
