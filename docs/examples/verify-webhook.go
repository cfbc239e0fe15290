// Verifies one webhook.
//
//	WEBHOOK_SECRET=whsec_... go run verify-webhook.go ID TIMESTAMP SIGNATURE < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// verify returns why a webhook is not genuine, or nil. body: the raw bytes.
func verify(secret string, headers http.Header, body []byte) error {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return errors.New("the timestamp is more than five minutes off")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// During a rotation there are two; one match is enough.
	for _, one := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(one)) {
			return nil
		}
	}
	return errors.New("no signature matches this secret and body")
}

func main() {
	headers := http.Header{}
	for at, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers.Set(name, os.Args[at+1])
	}
	body, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = verify(os.Getenv("WEBHOOK_SECRET"), headers, body)
	}
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("verified")
}
