/** Makes the Markdown of a lesson smaller if it is one part of a page and not an article of its own. */
export const lessonTextClass = '[&_.prose]:text-base [&_:is(h3,h4,h5,h6)]:text-sm'
