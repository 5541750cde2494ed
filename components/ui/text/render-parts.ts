import { createElement, Fragment, type ReactNode } from 'react'

/** Elements for the parts of a text, which have no identity and never move: as arguments, they need no keys. */
export const renderParts = <Part>(parts: readonly Part[], render: (part: Part, at: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(render))
