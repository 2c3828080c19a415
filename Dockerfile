# Console, sandbox and operator's commands in one image. The build needs npm's registry and no secret. A registry of your
# own, and a certificate authority of your own, come as --secret id=npmrc,src=.npmrc and --secret id=ca,src=ca.pem; no layer
# keeps them.
#   docker build -t mintdesk .
#   docker build -t mintdesk-backup --target backup .

# Debian with Node 24. For builds that can be repeated name it by its digest: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
# PostgreSQL's own programs, for the target `backup` only: at least the version of your server.
ARG POSTGRES_IMAGE=docker.io/library/postgres:17-bookworm

FROM ${NODE_IMAGE} AS packages
WORKDIR /src
COPY package.json package-lock.json ./
# No package's script runs: none of them is needed here.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/ca.pem \
    if [ -f /run/ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/ca.pem; fi; \
    npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error && rm -rf /root/.npm

FROM packages AS build
COPY . .
RUN node lib/commands/build-image.mjs

# What runs needs no package manager.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/yarn* /usr/local/bin/npm /usr/local/bin/npx \
      /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /root/.npm \
    && mkdir -m 1777 /data

# pg_dump and psql beside the operator's commands, for `backup` and `restore` of a PostgreSQL.
FROM ${POSTGRES_IMAGE} AS backup
COPY --from=base /usr/local/bin/node /usr/local/bin/node
COPY --from=build /src/.build/image /app
RUN mkdir -m 1777 /data
ENV NODE_ENV=production MINTDESK_DATA=/data/mintdesk
WORKDIR /data
USER 10001:0
ENTRYPOINT ["node", "/app/container.mjs"]
CMD ["backup"]

# One layer for the system without what was removed, one for the programs.
FROM scratch
COPY --from=base / /
COPY --from=build /src/.build/image /app
# What it was built from, so that an image can be told from another: --build-arg VERSION=0.3.0 --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Mintdesk" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.description="Operations console for stablecoin treasuries" \
      org.opencontainers.image.licenses="Apache-2.0"
# Without a limit of its own the heap grows with the machine's memory before anything is collected; another NODE_OPTIONS sets it.
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NODE_OPTIONS=--max-old-space-size=256 \
    HOST=0.0.0.0 PORT=3000 SANDBOX_HOST=0.0.0.0 SANDBOX_PORT=4010 MINTDESK_DATA=/data/mintdesk
# Any user works, and writes below /data only: databases in a folder that nobody else can read, and backups.
USER 10001:0
WORKDIR /data
VOLUME /data
# Console, sandbox, and metrics where METRICS_HOST and METRICS_PORT are set.
EXPOSE 3000 4010 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/container.mjs", "health"]
# Page addresses with 100 long identifiers pass Node's usual limit of 16 KiB. Node is process 1 and stops on SIGTERM.
ENTRYPOINT ["node", "--max-http-header-size=65536", "/app/container.mjs"]
CMD ["console"]
