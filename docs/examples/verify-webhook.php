<?php
// Verifies one webhook.
//   WEBHOOK_SECRET=whsec_... php verify-webhook.php ID TIMESTAMP SIGNATURE < body

/** Throws unless the webhook is genuine. $body: the raw bytes. */
function verify(string $secret, array $headers, string $body): void
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('the timestamp is more than five minutes off');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    if (!$key) {
        throw new RuntimeException('the secret is not valid base64');
    }
    $mac = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($mac);
    // During a rotation there are two; one match is enough.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        if (hash_equals($expected, $one)) {
            return;
        }
    }
    throw new RuntimeException('no signature matches this secret and body');
}

$names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
try {
    $headers = array_combine($names, array_slice($argv, 1));
    verify((string) getenv('WEBHOOK_SECRET'), $headers, file_get_contents('php://stdin'));
} catch (RuntimeException $error) {
    echo "refused: {$error->getMessage()}\n";
    exit(1);
}
echo "verified\n";
