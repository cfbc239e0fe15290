// Verifies one webhook.
//   WEBHOOK_SECRET=whsec_... java VerifyWebhook.java ID TIMESTAMP SIGNATURE < body
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SignatureException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class VerifyWebhook {
  /** Throws unless the webhook is genuine. body: the raw bytes. */
  static void verify(String secret, Map<String, String> headers, byte[] body)
      throws GeneralSecurityException {
    String id = headers.getOrDefault("webhook-id", "");
    String timestamp = headers.getOrDefault("webhook-timestamp", "");
    long now = System.currentTimeMillis() / 1000;
    if (!timestamp.matches("[0-9]{1,12}") || Math.abs(now - Long.parseLong(timestamp)) > 300) {
      throw new SignatureException("the timestamp is more than five minutes off");
    }
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    // During a rotation there are two; one match is enough.
    for (String one : headers.getOrDefault("webhook-signature", "").split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(UTF_8), one.getBytes(UTF_8))) return;
    }
    throw new SignatureException("no signature matches this secret and body");
  }

  public static void main(String[] args) throws IOException {
    Map<String, String> headers =
        Map.of("webhook-id", args[0], "webhook-timestamp", args[1], "webhook-signature", args[2]);
    try {
      verify(System.getenv("WEBHOOK_SECRET"), headers, System.in.readAllBytes());
    } catch (GeneralSecurityException error) {
      System.out.println("refused: " + error.getMessage());
      System.exit(1);
    }
    System.out.println("verified");
  }
}
