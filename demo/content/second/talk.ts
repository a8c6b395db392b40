import type { Remark } from '#demo/content/types.ts'

/** What people said to each other lately. */
export const talk: readonly Remark[] = [
  {
    about: ['remediation', 'upgrade-component-watch'],
    by: 'yann',
    ago: 3,
    text: {
      en: '@{maud} the list of components is complete; two of them have no maker any more.',
      fr: '@{maud} la liste des composants est complète ; deux d’entre eux n’ont plus d’éditeur.',
    },
  },
  {
    about: ['remediation', 'warn-caregiver-when-round-changes'],
    by: 'ines',
    ago: 2,
    text: {
      en: '@{yann} nurses ask for a message on the phone rather than an e-mail. @{maud} is that fine for you?',
      fr: '@{yann} les infirmières préfèrent un message sur le téléphone à un e-mail. @{maud} cela vous convient-il ?',
    },
  },
  {
    about: ['remediation', 'build-support-door'],
    by: 'yann',
    ago: 1,
    text: {
      en: 'Closing after four hours is ready to be tried, @{maud}.',
      fr: 'La fermeture au bout de quatre heures est prête à être essayée, @{maud}.',
    },
  },
]
