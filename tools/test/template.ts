/** The name of the database that files of tests copy. */
export const templateDatabase = 'template_vigie'
