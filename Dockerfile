# The whole service: API, worker and web application. Build with "docker build -t watchbill .".
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json LICENSE NOTICE ./
COPY bin bin
COPY docs/openapi.json docs/openapi.json
COPY scripts scripts
COPY src src
COPY web web
RUN npm ci \
    && node_modules/.bin/node scripts/release/notices.ts > THIRD-PARTY-NOTICES.txt \
    && npm prune --omit=dev --ignore-scripts \
    && rm -rf node_modules/node-*/include node_modules/node-*/share

# The project brings its own Node: beside it, only a library that Node is linked with and the slim image lacks.
FROM debian:12-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATABASE_URL=sqlite:/data/watchbill.db
WORKDIR /app
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libatomic1 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 watchbill \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin watchbill \
    && install --directory --owner=watchbill --group=watchbill /data
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE /app/THIRD-PARTY-NOTICES.txt ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
USER 10001:10001
VOLUME /data
EXPOSE 8080
# A worker does not listen on PORT: it answers on WATCHBILL_METRICS_PORT, if that is set.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node_modules/.bin/node", "bin/healthy.mjs"]
ENTRYPOINT ["node_modules/.bin/node", "bin/watchbill.mjs"]
CMD ["serve"]
