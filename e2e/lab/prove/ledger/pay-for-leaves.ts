import { median } from '#e2e/lab/bench/statistics.ts'
import { type Claim, toVerdict } from '#e2e/lab/prove/claim.ts'
import { callServer, postImprovement } from '#e2e/lab/prove/crash/call-server.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'

const mostRatio = 1.05
const writes = 150

/** Prepares a server, and returns a switch for a feature that may make writes slower. */
type Prepare = (own: OwnServer) => Promise<(isOn: boolean) => Promise<unknown>>

/** A claim that a write takes at most 5 % longer with a feature than without it, in rounds that alternate. */
export const payFor = (name: string, prepare: Prepare, env?: Record<string, string>): Claim => ({
  name,
  prove(ground, { isQuick }) {
    const use = async (own: OwnServer) => {
      const switchTo = await prepare(own)
      const write = postImprovement('A write', { Authorization: `Bearer ${own.tokens.itsm.write}` })
      const round = async (isOn: boolean) => {
        await switchTo(isOn)
        const started = performance.now()
        for (let count = 0; count < writes; count += 1) {
          if ((await callServer(own.server, write))?.status !== 201) throw new Error('A write failed.')
        }
        return (performance.now() - started) / writes
      }
      await round(true)
      const rounds: [off: number, on: number][] = []
      for (let count = isQuick ? 3 : 20; count > 0; count -= 1) rounds.push([await round(false), await round(true)])
      const off = median(rounds.map(([time]) => time))
      const on = median(rounds.map(([, time]) => time))
      const figure = `median of ${rounds.length} rounds of ${writes} writes: ${off.toFixed(2)} ms without, ${on.toFixed(2)} ms with (× ${(on / off).toFixed(3)})`
      return toVerdict(figure, on / off <= mostRatio ? [] : [`A write takes ${(on / off).toFixed(3)} times as long`])
    }
    return withOwnServer(ground, use, env)
  },
})

export const payForLeaves = payFor('pay-for-leaves', async ({ pool }) => (isOn) => {
  return pool.query(`alter table audit_events ${isOn ? 'enable' : 'disable'} trigger audit_events_await_leaf`)
})
