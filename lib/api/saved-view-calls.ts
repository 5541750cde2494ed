import type * as savedViews from '#lib/contracts/app/saved-views.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the saved views, without the schemas of their contracts. */
export const listSavedViews = endpointHandle<typeof savedViews.listSavedViews>({
  name: 'listSavedViews',
  tag: 'Saved views',
  method: 'GET',
  path: '/api/app/v1/views',
})

export const createSavedView = endpointHandle<typeof savedViews.createSavedView>({
  name: 'createSavedView',
  tag: 'Saved views',
  method: 'POST',
  path: '/api/app/v1/views',
})

export const deleteSavedView = endpointHandle<typeof savedViews.deleteSavedView>({
  name: 'deleteSavedView',
  tag: 'Saved views',
  method: 'DELETE',
  path: '/api/app/v1/views/{id}',
})
