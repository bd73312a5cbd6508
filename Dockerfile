# Deckle in one image, which runs as an unprivileged user and can write only to /data. ROLE says what a container does: all (the
# default), web, or worker. Packages are a layer of their own, so that a new version of Deckle is a download of a few megabytes.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
# A shell costs a hundredth of a Node process. The start includes migrations and waiting for them.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m --start-interval=1s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --loglevel=error

FROM packages AS production-packages
COPY scripts/images/production-packages.ts scripts/images/
RUN node scripts/images/production-packages.ts \
 && find node_modules/@embedpdf \( -name '*.otf' -o -name '*.ttf' \) ! -name '*-Regular.*' ! -name NotoSans-Bold.ttf -delete

# Runs the sources with hot reload: `docker compose --profile dev up`.
FROM packages AS dev
COPY . .
RUN PRISMA_SCHEMA_ENGINE_BINARY="$(command -v node)" npx prisma generate \
 && install -d -o node -g node /data node_modules/.vite node_modules/.vite-temp
ENV NODE_ENV=development DECKLE_DATA_DIR=/data HOST=0.0.0.0 PORT=3000
USER node
CMD ["node", "--disable-warning=ExperimentalWarning", "--watch", "--watch-preserve-output", "--watch-kill-signal=SIGUSR2", "server/index.ts"]

FROM dev AS build
USER root
RUN NODE_ENV=production npx vite build --logLevel warn \
 && NODE_ENV=production npx vite build --ssr --logLevel warn

FROM base
ENV NODE_ENV=production NODE_COMPILE_CACHE=/data/compiled DECKLE_DATA_DIR=/data HOST=0.0.0.0 PORT=3000
RUN install -d -o node -g node /data
COPY --from=production-packages /app/node_modules node_modules
COPY docs/api.md docs/
COPY client/layout/tokens.css client/layout/
COPY content content
COPY prisma prisma
COPY --from=build /app/prisma/generated prisma/generated
COPY --from=build /app/dist dist
COPY shared shared
COPY scripts scripts
COPY server server
COPY package.json .npmrc ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=30", "server/index.ts"]
