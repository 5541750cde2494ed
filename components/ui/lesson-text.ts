/** Around the Markdown of a lesson that is one part of a page: smaller than an article on its own. */
export const lessonTextClass = '[&_.prose]:text-base [&_:is(h3,h4,h5,h6)]:text-sm'
