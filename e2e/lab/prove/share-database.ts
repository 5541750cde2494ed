import { setTimeout as sleep } from 'node:timers/promises'
import { type Claim, toVerdict } from './claim.ts'
import { compareServers } from './crash/call-server.ts'
import { startSteadyLoad, withTwoProcesses } from './two-processes.ts'

const lists = ['/api/itsm/v1/changes?limit=50', '/api/itsm/v1/incidents?limit=50', '/api/itsm/v1/improvements']

export const shareDatabase: Claim = {
  name: 'share-database',
  prove: (ground, { isQuick }) =>
    withTwoProcesses(
      ground,
      async ({ own, other, proxy }) => {
        const headers = { Authorization: `Bearer ${own.tokens.itsm.write}` }
        const differences = await compareServers([own.server, other], lists, headers)
        const load = startSteadyLoad(proxy, headers, 'Kill')
        const halfMs = isQuick ? 2_000 : 10_000
        await sleep(halfMs)
        other.child.kill('SIGKILL')
        await sleep(halfMs)
        const { failed, faults } = await load.end(own.db)
        const figure = `${load.count()} requests while one was killed, ${failed} failed (${proxy.retried()} retried on the other)`
        return toVerdict(figure, [...differences, ...faults], proxy.retried() > 0)
      },
      { HINDSIGHT_JOBS: 'off', HINDSIGHT_RATE_LIMIT: '1000000' },
    ),
}
