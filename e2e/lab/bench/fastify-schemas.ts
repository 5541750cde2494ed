import { z } from 'zod'
import { getChange } from '#lib/contracts/changes.ts'
import { createImprovement } from '#lib/contracts/improvements.ts'
import { listIncidents } from '#lib/contracts/incidents.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { listUsers } from '#lib/contracts/users.ts'

/** The schema of a response as fast-json-stringify reads it: the contract without checks. */
function responseSchema(status: number, response: z.ZodType) {
  const schema = z.toJSONSchema(response, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      for (const key of ['id', '$schema', 'description', 'examples', 'pattern', 'enum']) delete jsonSchema[key as 'id']
    },
  })
  return { response: { [status]: schema } }
}

const text = { type: 'string' }
const textsOf = (names: readonly string[], required = names) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})

export const users = responseSchema(200, listUsers.response)
export const products = responseSchema(200, listProducts.response)
export const incidents = responseSchema(200, listIncidents.response)
export const change = responseSchema(200, getChange.response)
export const improvement = responseSchema(201, createImprovement.response)
export const changePatch = textsOf(['pir_reference', 'pir_outcome', 'pir_date'])
const required = ['title', 'source_type', 'source_ref', 'owner', 'target_date']
export const newImprovement = textsOf([...required, 'description', 'category', 'priority'], required)
