const numerals = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half',
  'first second third fourth fifth sixth seventh eighth ninth tenth dozen once twice',
]
const measures = [
  'time times second seconds minute minutes hour hours day days week weeks month months year years ms sec min hr',
  'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september',
  'october november december percent per cent am pm utc',
]
const fillers = [
  'also another every many much several some still since until within without yet again always never new old',
]

/** Words that say nothing about the subject of a text: numerals, measures of time and fillers. */
export const fillerWords: readonly string[] = [...numerals, ...measures, ...fillers].flatMap((line) => line.split(' '))
