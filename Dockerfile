# A build needs only two registries: one for the base image and one for npm. Both can be mirrors:
#   docker build --build-arg NODE_IMAGE=… --build-arg NPM_REGISTRY=… --secret id=npmrc,src=… .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
# Default: npm's own registry.
ARG NPM_REGISTRY
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/inngest-postgres/package.json packages/inngest-postgres/
# Without install scripts: they would only add a Node and a Postgres, which the image doesn't need.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    npm ci --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry="$NPM_REGISTRY"}
COPY . .
RUN node scripts/pack.ts /packed

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Points to donation" \
      org.opencontainers.image.description="Turns credit-card reward points into gifts to university athletic foundations."
# Production by default: a missing setting stops the start, and no secrets are generated.
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    SERVICE_ENVIRONMENT=production \
    PORT=3000
WORKDIR /app
# Owned by root: the service can read its files but not change them, and writes nothing to disk.
COPY --from=build /packed ./
# The ID of the image's "node" user, so that a cluster can verify that it isn't root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Checks only the process. /readyz also checks the database, where a restart wouldn't help.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.mjs"]
