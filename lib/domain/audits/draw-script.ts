import type { Audit } from '#lib/contracts/app/audits.ts'

/** In single quotes the shell reads every character as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Returns a shell script that repeats the draw of an audit from its population, with the usual tools of a Linux system.
 */
export const writeDrawScript = ({
  method,
  seed,
  size,
  population_count: count,
  population_digest: digest,
}: Audit): string =>
  `#!/bin/sh
# Draws the sample again from population.csv: sh draw.sh
set -eu
METHOD=${method} SEED=${quoted(seed)} SIZE=${size ?? count} COUNT=${count}
DIGEST=${digest}
sha() { sha256sum | cut -c1-64; }
population() { tail -n +2 population.csv | cut -d, -f2 | tr -d '\\r"'; }
if [ "$(population | sha)" != "$DIGEST" ]; then echo "population.csv is not the frozen population." >&2; exit 1; fi
random() {
  population | while read -r number; do
    printf '%s %s\\n' "$(printf '%s:%s' "$SEED" "$number" | sha)" "$number"
  done | LC_ALL=C sort | head -n "$SIZE" | cut -d' ' -f2
}
every_nth() {
  start=$(printf '%d' "0x$(printf '%s' "$SEED" | sha | cut -c1-6)")
  places=$(seq 0 $((SIZE - 1)) | while read -r at; do
    echo "$(((start + at * 16777216) * COUNT / (SIZE * 16777216) + 1))p"
  done)
  population | sed -n "$places"
}
all() { population; }
$METHOD
`
