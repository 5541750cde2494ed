import { afterDelete } from './after-delete.ts'
import { combineFilters } from './filter-lists.ts'
import { changeEtag, keepEtag } from './keep-etag.ts'
import { joinPages, reverseOrder } from './read-lists.ts'
import type { Relation } from './relation.ts'

/** What must hold between responses. */
export const allRelations: readonly Relation[] = [
  joinPages,
  reverseOrder,
  combineFilters,
  keepEtag,
  changeEtag,
  afterDelete,
]
