import { Fault, quoted } from '../cells/fault.ts'
import { storedValue } from '../cells/servicenow-value.ts'
import { readText } from '../cells/text.ts'
import type { FieldSpec } from './field-spec.ts'

/** ServiceNow's class of a record, read only to refuse records of another class, such as a problem among incidents. */
export const recordClass = (wanted: 'incident' | 'change_request'): FieldSpec => ({
  guesses: ['sys_class_name'],
  read(cell) {
    const text = readText(storedValue(cell))
    if (text instanceof Fault) return text
    const isWanted = text.toLowerCase().replace(/\s+/g, '_').startsWith(wanted)
    return isWanted ? text : new Fault(`${quoted(text)} is not ${wanted === 'incident' ? 'an incident' : 'a change'}`)
  },
})
