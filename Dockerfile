# A build needs two registries and nothing else: one for the base image, one for npm. Both may be mirrors:
#   docker build --build-arg NODE_IMAGE=… --build-arg NPM_REGISTRY=… --secret id=npmrc,src=… .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
# npm's own unless given.
ARG NPM_REGISTRY
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/inngest-postgres/package.json packages/inngest-postgres/
# Without install scripts: those that do something bring a Node and a Postgres, which no image needs.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    npm ci --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry="$NPM_REGISTRY"}
COPY . .
RUN node scripts/pack.ts /packed

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Points to donation" \
      org.opencontainers.image.description="Turns credit-card reward points into gifts to university athletic foundations."
# Production unless told otherwise: what is missing stops the start, and nothing makes its own secrets.
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    SERVICE_ENVIRONMENT=production \
    PORT=3000
WORKDIR /app
# It belongs to root: the service can read itself and change nothing. It needs no place to write.
COPY --from=build /packed ./
# The number of the image's user "node", so that a cluster can see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process answers. Whether the database does is for /readyz and whoever sends requests: a
# restart would not help there.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.mjs"]
