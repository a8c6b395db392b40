/** What the server takes for an e-mail address when somebody signs in, for pages that must do without zod. */
export const emailForm = /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
