import { residentMemory } from '#e2e/lab/bench/process-usage.ts'
import { median } from '#e2e/lab/bench/statistics.ts'
import { type Claim, toVerdict, unless } from '#e2e/lab/prove/claim.ts'
import { callServer, postImprovement } from '#e2e/lab/prove/crash/call-server.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'

const most = { seconds: 10, moreMemory: 1.25, ratio: 1.05 }

export const handOverPack: Claim = {
  name: 'hand-over-pack',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ server, signInAs }) => {
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
    }),
}

const writes = 150

/** Compares writes with and without leaves in rounds that alternate. */
export const payForLeaves: Claim = {
  name: 'pay-for-leaves',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ server, pool, tokens }) => {
      const write = postImprovement('A write', { Authorization: `Bearer ${tokens.itsm.write}` })
      const round = async (way: 'enable' | 'disable') => {
        await pool.query(`alter table audit_events ${way} trigger audit_events_await_leaf`)
        const started = performance.now()
        for (let count = 0; count < writes; count += 1) {
          if ((await callServer(server, write))?.status !== 201) throw new Error('A write failed.')
        }
        return (performance.now() - started) / writes
      }
      await round('enable')
      const rounds: [off: number, on: number][] = []
      for (let count = isQuick ? 3 : 20; count > 0; count -= 1)
        rounds.push([await round('disable'), await round('enable')])
      const off = median(rounds.map(([time]) => time))
      const on = median(rounds.map(([, time]) => time))
      const figure = `median of ${rounds.length} rounds of ${writes} writes: ${off.toFixed(2)} ms without, ${on.toFixed(2)} ms with (× ${(on / off).toFixed(3)})`
      return toVerdict(figure, unless(on / off <= most.ratio, `A write takes ${(on / off).toFixed(3)} times as long`))
    }),
}
