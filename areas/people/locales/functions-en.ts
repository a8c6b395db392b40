export const functionEntity = {
  one: 'Function',
  many: 'Functions',
  new: 'New function',
  none: 'No function yet',
  none_text: 'Say who is CISO, data protection officer or risk manager, and where: people find whom to ask, and new work finds its manager.',
  sections: { general: 'General', holders: 'Holders by perimeter' },
  fields: {
    identifier: 'ID',
    name: 'Name',
    description: 'Description',
    holders: 'Holders',
    holder_names: 'Holders',
    perimeter: 'Perimeter',
    member: 'User',
    is_default_manager: 'Default manager',
  },
  help: {
    holders: 'A holder also stands for everything below the perimeter, down to where somebody else is named.',
    is_default_manager: 'New work in a perimeter is proposed to its holder there. When several functions are, the first by identifier counts.',
  },
  choices: {},
} as const

export const contactEntity = {
  one: 'Contact',
  many: 'Contacts',
  new: 'New contact',
  none: 'No contact yet',
  none_text: 'Say whom to call when something goes wrong, and in which order: each incident shows the contacts of its perimeter.',
  sections: { general: 'General', escalation: 'Escalation' },
  linked: {
    job_function: 'Contacts with this function',
    perimeters: 'Contacts of this perimeter',
  },
  fields: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    job_function: 'Function',
    perimeters: 'Perimeters',
    contact_order: 'Order of escalation',
    notes: 'Notes',
  },
  columns: { contact_order: 'Order' },
  help: {
    perimeters: 'With everything below. The root perimeter stands for the whole organisation.',
    contact_order: 'From 0 to 999: the lowest is called first. Without one, called after the others.',
    notes: 'When they can be reached, what they need to know.',
  },
  choices: {},
} as const

export const absenceEntity = {
  one: 'Absence',
  many: 'Absences',
  new: 'New absence',
  none: 'No absence yet',
  none_text: 'Say when you are away and who stands in: what comes due meanwhile is shown to them as well, and comes back to you by itself.',
  sections: { general: 'General' },
  fields: {
    name: 'Away',
    member: 'Absent person',
    stand_in: 'Stand-in',
    first_day: 'First day',
    last_day: 'Last day',
  },
  help: {
    member: 'Left empty, yourself.',
    stand_in: 'They see what they have the right to see, and get no other right by it.',
  },
  choices: {},
} as const
