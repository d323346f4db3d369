/** As the server has it; it decides. */
export const SHORTEST_PASSWORD = 12;

export const PASSWORD_RULE = `At least ${SHORTEST_PASSWORD} characters. A few words in a row are good.`;
