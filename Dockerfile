# One image for web, worker and setup. docs/operate.md says how to run it, test/deploy/image.test.ts performs it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run -s build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The optional packages are an embedded Postgres and a second Node.
RUN npm ci --omit=dev --omit=optional
COPY --from=build /app/node_modules/.prisma node_modules/.prisma
# Nothing that runs reads source maps, type declarations, or Prisma's engines for other databases.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && find node_modules -type f -regex '.*/query_[a-z]*_bg\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*' -delete

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
# The root may be read-only: npm keeps no log, and does not look for a newer npm.
ENV npm_config_logs_max=0 npm_config_update_notifier=false
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json prisma.config.ts ./
COPY prisma prisma
# The commands (setup, secrets:rotate, …) run from source.
COPY app app
COPY scripts scripts
# Kubernetes can tell only from a number that this is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that SIGTERM reaches it.
CMD ["node", "--import", "./scripts/load-env-file.js", "--max-old-space-size=256", "--max-semi-space-size=32", "--wasm-max-mem-pages=2048", "build/server/index.js"]
