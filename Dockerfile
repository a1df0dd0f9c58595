# The tutor in a container: docker build -t philidor . && docker run -p 1749:1749 -e PHILIDOR_TOKEN=… -v philidor:/data philidor
FROM node:22-bookworm-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
# As in tools/page.sh: a lock without the packages of other platforms is refused by `npm ci`.
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY web ./
COPY knowledge/names ../knowledge/names
RUN npm run build

FROM rust:1.95-slim-bookworm AS program
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=page /src/web/dist web/dist
# For any x86-64 since 2009, or any aarch64; wide vectors are chosen at run time.
RUN cargo build --release --locked -p philidor

FROM debian:bookworm-slim
# Stockfish looks ahead for the tutor.
RUN apt-get update && apt-get install -y --no-install-recommends stockfish && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 philidor && mkdir /data && chown philidor /data
COPY --from=program /src/target/release/philidor /usr/bin/philidor
USER philidor
ENV PHILIDOR_HOME=/data
VOLUME /data
EXPOSE 1749
# Any answer will do: with a token, strangers are told 401.
HEALTHCHECK CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1749 && printf 'GET /api/health HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 && head -1 <&3 | grep -q HTTP"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["philidor"]
# Others can reach it, so it wants PHILIDOR_TOKEN.
CMD ["serve", "--host", "0.0.0.0"]
