/** Kinds of units: name, body, mark. Shapes differ, so that colours are not needed. */
export const KINDS = [
  { name: 'walker', light: '#4b5cc4', dark: '#8d9bff', edge: '#1f2a6b' },
  { name: 'sheep', light: '#ffffff', dark: '#f4f1e8', edge: '#5b6270' },
  { name: 'cow', light: '#a9672c', dark: '#c98548', edge: '#4a2a0d' },
  { name: 'dog', light: '#2c3340', dark: '#0f1318', edge: '#f5a524' },
  { name: 'hen', light: '#e2544a', dark: '#ff7a6e', edge: '#6d1a14' },
];
