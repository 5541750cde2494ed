import { expect, test } from 'vitest'
import { chooseInitUser } from './server-user.ts'

const passwd =
  'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/bin/false\nann:x:1000:1000::/home/ann:/bin/sh\n'

test('lets a named user set up its own data', () => {
  const ann = { uid: 1000, gid: 1000, isOther: true }
  expect(chooseInitUser(ann, passwd)).toEqual(ann)
})

test('runs initdb as nobody for a user without a name, but keeps its group', () => {
  const nameless = { uid: 60_710, gid: 60_710, isOther: true }
  expect(chooseInitUser(nameless, passwd)).toEqual({ uid: 65_534, gid: 60_710, isOther: true })
})
