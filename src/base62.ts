/** The digits of base 62: what can be typed, double-clicked and put into a URL without a second thought. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
