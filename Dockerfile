# Dacapo as an image. How to use it: docs/self-hosting.md, "In a container".

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# Installs what a start needs and builds the screens and the server. The bundle needs one package beside it: PGlite.
RUN npm run set-up

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules/@electric-sql ./node_modules/@electric-sql
COPY --from=build /build/locales ./locales
COPY --from=build /build/dist ./dist
RUN install --directory --owner=node --group=node --mode=700 /data
# The code belongs to root: the server can read it and never change it. It writes to /data only.
USER node
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
