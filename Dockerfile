# Deckle in one image: packages and pages are made in the first stage, the second runs as an ordinary user.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --include=dev --no-save --loglevel=error
COPY . .
RUN PRISMA_SCHEMA_ENGINE_BINARY="$(command -v node)" npx prisma generate \
 && NODE_ENV=production npx vite build --logLevel warn \
 && NODE_ENV=production npx vite build --ssr --logLevel warn \
 && npm prune --omit=dev --loglevel=error

FROM node:24-bookworm-slim
ENV NODE_ENV=production DECKLE_DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build --chown=root:root /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD node -e "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--disable-warning=ExperimentalWarning", "server/index.ts"]
