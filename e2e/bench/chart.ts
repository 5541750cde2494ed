import { scaleLinear } from 'd3-scale'
import type { Ratio } from './record.ts'

const left = 300
const width = 820
const line = 26
const top = 40

const wording: Readonly<Record<string, string>> = {
  bare: 'bare node:http',
  fastify: 'Fastify + pg',
  next: "Next's pipeline",
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A picture of the ratios: how much of each goal is reached, the goals being one line. */
export function drawRatios(ratios: readonly Ratio[], note: string): string {
  const shares = ratios.map(({ ratio, goal }) => ratio / goal)
  const scale = scaleLinear()
    .domain([0, Math.max(2, ...shares)])
    .range([0, width - left - 60])
  const height = top + ratios.length * line + 24
  const goal = left + scale(1)
  const bars = ratios.map(({ name, over, ratio, goal: wanted }, index) => {
    const y = top + index * line
    const reached = scale(ratio / wanted)
    const label = escaped(`${name.replace('GET ', '')} : ${wording[over] ?? over}`)
    return `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${label}</text>
<rect class="bar${ratio >= wanted ? '' : ' short'}" x="${left}" y="${y + 2}" width="${reached.toFixed(1)}" height="14" rx="2"/>
<text x="${(left + reached + 6).toFixed(1)}" y="${y + 13}">${ratio.toFixed(2)} of ${wanted}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests a second of ours divided by those of other servers, against their goals">
<style>text{font:12px system-ui,sans-serif;fill:#444}.bar{fill:#0f766e}.short{fill:#b45309}.goal{stroke:#888;stroke-dasharray:3 3}@media(prefers-color-scheme:dark){text{fill:#ccc}.bar{fill:#2dd4bf}.short{fill:#f59e0b}}</style>
<text x="${left}" y="16">Requests a second of ours, divided by those of another server; the goal is the line</text>
<line class="goal" x1="${goal.toFixed(1)}" x2="${goal.toFixed(1)}" y1="${top - 12}" y2="${height - 24}"/>
${bars.join('\n')}
<text x="${left}" y="${height - 6}">${escaped(note)}</text>
</svg>
`
}
