# One image for web, worker and setup. docs/operate.md explains how to run it, and test/deploy/image.test.ts does
# that.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run -s build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Omits the optional packages: an embedded Postgres and a second Node.
RUN npm ci --omit=dev --omit=optional
COPY --from=build /app/node_modules/.prisma node_modules/.prisma
# Deletes files that are not used at run time: source maps, type declarations, and Prisma's engines for other
# databases.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && find node_modules -type f -regex '.*/query_[a-z]*_bg\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*' -delete

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
# Keeps npm from writing logs and from looking for a newer npm, because the root file system may be read-only.
ENV npm_config_logs_max=0 npm_config_update_notifier=false
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json prisma.config.ts ./
COPY prisma prisma
# Commands such as setup and secrets:rotate run from source.
COPY app app
COPY scripts scripts
# Uses a number, because Kubernetes cannot tell from a name that the user is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Starts Node as the first process, so that SIGTERM reaches it.
CMD ["node", "--import", "./scripts/load-env-file.js", "--max-old-space-size=256", "--max-semi-space-size=32", "--wasm-max-mem-pages=2048", "build/server/index.js"]
