# Deckle in one image. The first stage installs packages and builds pages. The second runs as an unprivileged user and can write
# only to /data. ROLE says what a container does: all (the default), web, or worker.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --loglevel=error
COPY . .
RUN PRISMA_SCHEMA_ENGINE_BINARY="$(command -v node)" npx prisma generate \
 && NODE_ENV=production npx vite build --logLevel warn \
 && NODE_ENV=production npx vite build --ssr --logLevel warn \
 && npm prune --omit=dev --loglevel=error \
 && find node_modules/@embedpdf \( -name '*.otf' -o -name '*.ttf' \) ! -name '*-Regular.*' ! -name NotoSans-Bold.ttf -delete \
 && rm -rf tests test-results

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production NODE_COMPILE_CACHE=/data/compiled DECKLE_DATA_DIR=/data HOST=0.0.0.0 PORT=3000
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build --chown=root:root /app /app
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=30", "server/index.ts"]
