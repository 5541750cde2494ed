import { withOwnServer } from '#e2e/own-server.ts'
import { type Claim, verdictOf } from '../claim.ts'
import { callServer, postImprovement } from '../crash/call-server.ts'

const mostRatio = 1.05
const writes = 150

export const payForLeaves: Claim = {
  name: 'pay-for-leaves',
  claim: 'A write takes at most 5 % longer because its entry of the history gets a leaf',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ server, tokens, pool }) => {
      const write = postImprovement('A write', { Authorization: `Bearer ${tokens.itsm.write}` })
      const round = async (isWithLeaf: boolean) => {
        await pool.query(
          `alter table audit_events ${isWithLeaf ? 'enable' : 'disable'} trigger audit_events_await_leaf`,
        )
        const started = performance.now()
        for (let count = 0; count < writes; count += 1) {
          if ((await callServer(server, write))?.status !== 201) throw new Error('A write failed.')
        }
        return (performance.now() - started) / writes
      }
      await round(true)
      const [plain, withLeaf]: [number[], number[]] = [[], []]
      for (let count = 0; count < (isQuick ? 3 : 20); count += 1) {
        plain.push(await round(false))
        withLeaf.push(await round(true))
      }
      // The fastest rounds are those that other programs disturbed least.
      const [fastest, slower] = [Math.min(...plain), Math.min(...withLeaf)]
      const ratio = slower / fastest
      const figure = `fastest of ${plain.length} rounds of ${writes} writes: ${fastest.toFixed(2)} ms without, ${slower.toFixed(2)} ms with a leaf (× ${ratio.toFixed(3)})`
      return verdictOf(figure, ratio <= mostRatio ? [] : [`A write takes ${ratio.toFixed(3)} times as long`])
    }),
}
