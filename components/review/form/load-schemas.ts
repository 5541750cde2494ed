import { whenIdle } from '#components/ui/when-idle.ts'

const importSchemas = () =>
  Promise.all([import('@hookform/resolvers/zod'), import('#lib/contracts/app/review-forms.ts')])
let schemas: ReturnType<typeof importSchemas> | undefined

/** Loads the schemas, and zod with them, after the first input. */
export function loadSchemas() {
  schemas ??= whenIdle()
    .then(importSchemas)
    .catch((error) => {
      schemas = undefined
      throw error
    })
  return schemas
}
