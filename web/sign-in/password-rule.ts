/** As the server has it; it decides. */
export const MIN_PASSWORD_LENGTH = 12;

export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are good.`;
