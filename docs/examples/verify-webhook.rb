# Verifies one webhook.
#   WEBHOOK_SECRET=whsec_... ruby verify-webhook.rb ID TIMESTAMP SIGNATURE < body
require "openssl"

# Raises ArgumentError unless the webhook is genuine. body: the raw bytes.
def verify(secret, headers, body)
  id, timestamp, signatures =
    %w[id timestamp signature].map { |name| headers["webhook-#{name}"].to_s }
  unless timestamp.match?(/\A[0-9]{1,12}\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
    raise ArgumentError, "the timestamp is more than five minutes off"
  end
  key = secret.delete_prefix("whsec_").unpack1("m0")
  mac = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1," + [mac].pack("m0")
  # During a rotation there are two; one match is enough.
  return if signatures.split(" ").any? { |one| OpenSSL.secure_compare(expected, one) }

  raise ArgumentError, "no signature matches this secret and body"
end

if __FILE__ == $PROGRAM_NAME
  headers = %w[webhook-id webhook-timestamp webhook-signature].zip(ARGV).to_h
  begin
    verify(ENV.fetch("WEBHOOK_SECRET"), headers, $stdin.binmode.read)
  rescue ArgumentError => error
    puts "refused: #{error.message}"
    exit 1
  end
  puts "verified"
end
