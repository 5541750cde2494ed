import { residentMemory } from '#e2e/lab/bench/process-usage.ts'
import { type Claim, toVerdict, unless } from '#e2e/lab/prove/claim.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'

const most = { seconds: 10, moreMemory: 1.25 }

export const handOverPack: Claim = {
  name: 'hand-over-pack',
  async prove(ground, { isQuick }) {
    return withOwnServer(ground, async ({ server, signInAs }) => {
      const headers = await signInAs('auditor')
      const get = async (path: string) => fetch(`${server.baseUrl}/api/app/v1/audits${path}`, { headers })
      const { result } = (await (await get('')).json()) as { result: { id: string }[] }
      const times: number[] = []
      const used: number[] = []
      let length = 0
      for (let round = 0; round < (isQuick ? 2 : 6); round += 1) {
        const started = performance.now()
        length = (await (await get(`/${result[0]?.id}/pack`)).arrayBuffer()).byteLength
        times.push((performance.now() - started) / 1000)
        used.push(residentMemory(server.child.pid ?? 0))
      }
      const slowest = Math.max(...times)
      const growth = (used.at(-1) ?? 0) / (used[0] ?? 0)
      const faults = [
        ...unless(slowest <= most.seconds, `A pack took ${slowest.toFixed(1)} s`),
        ...unless(growth <= most.moreMemory, `Memory grew ${growth.toFixed(2)}-fold`),
      ]
      const figure = `${times.length} packs of ${(length / 1e6).toFixed(1)} MB, each within ${slowest.toFixed(1)} s; memory × ${growth.toFixed(2)} from the first to the last`
      return toVerdict(figure, faults)
    })
  },
}
