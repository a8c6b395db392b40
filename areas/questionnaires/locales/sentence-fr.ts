export const sentence = {
  always: 'Toujours affichée.',
  when: 'Affichée quand {what}.',
  and: ' et ',
  or: ', ou quand ',
  or_value: ' ou ',
  quote: '« {text} »',
  answer: {
    IN: 'la réponse à {what} est {values}',
    NOT_IN: 'la réponse à {what} est autre que {values}',
    EQ: 'la réponse à {what} est exactement {values}',
    GT: 'la réponse à {what} dépasse {values}',
    LT: 'la réponse à {what} est inférieure à {values}',
  },
  accumulator: {
    GE: '{what} vaut au moins {value}',
    LE: '{what} vaut au plus {value}',
    EQ: '{what} vaut {value}',
    BETWEEN: '{what} est compris entre {value} et {to}',
  },
}
