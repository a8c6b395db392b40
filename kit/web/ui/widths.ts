/** The widths in px at which layouts change, the same in every style sheet: one column alone, a menu that folds, a panel over the list. */
export const widths = { phone: 720, narrow: 900, medium: 1100 }
