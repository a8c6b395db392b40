FROM node:24-bookworm-slim AS build
WORKDIR /vigie
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build-web.mjs && node tools/build-server.mjs && node tools/run.mjs tools/notices.ts && mv dist/NOTICE dist/sbom.cdx.json . && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production VIGIE_DATA=/data HOST=0.0.0.0
WORKDIR /vigie
COPY --from=build /vigie ./
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/server/main.js"]
