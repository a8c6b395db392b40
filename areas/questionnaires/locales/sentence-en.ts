export const sentence = {
  always: 'Always shown.',
  when: 'Shown when {what}.',
  and: ' and ',
  or: ', or when ',
  or_value: ' or ',
  quote: '“{text}”',
  answer: {
    IN: '{what} is answered {values}',
    NOT_IN: '{what} is answered otherwise than {values}',
    EQ: '{what} is exactly {values}',
    GT: '{what} is above {values}',
    LT: '{what} is below {values}',
  },
  accumulator: { GE: '{what} is {value} or more', LE: '{what} is {value} or less', EQ: '{what} is {value}', BETWEEN: '{what} is between {value} and {to}' },
}
