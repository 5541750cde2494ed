import { route } from './routes.ts'

// Separate from `routes.ts`, which every page loads.

export const listIssueLinks = route(
  'listIssueLinks',
  'Improvements',
  'GET',
  '/api/app/v1/improvements/{id}/issue-links',
)
export const addIssueLink = route('addIssueLink', 'Improvements', 'POST', '/api/app/v1/improvements/{id}/issue-links')
export const removeIssueLink = route(
  'removeIssueLink',
  'Improvements',
  'DELETE',
  '/api/app/v1/improvements/{id}/issue-links/{connection_id}',
)
export const syncIssueLink = route(
  'syncIssueLink',
  'Improvements',
  'POST',
  '/api/app/v1/improvements/{id}/issue-links/{connection_id}/sync',
)
export const listReviewIssueLinks = route(
  'listReviewIssueLinks',
  'Improvements',
  'GET',
  '/api/app/v1/reviews/{reference}/issue-links',
)
