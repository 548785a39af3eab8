// Synthesise short sounds. Nothing is heard until the player switches sound on.
export type SoundName = "dice" | "keep" | "turn" | "bad" | "end";

let context: AudioContext | null = null;

function tone(audio: AudioContext, at: number, hertz: number, seconds: number, level = 0.12): void {
  const wave = audio.createOscillator(),
    volume = audio.createGain();
  wave.type = "triangle";
  wave.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(level, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  wave.connect(volume).connect(audio.destination);
  wave.start(at);
  wave.stop(at + seconds);
}

/** Play a die on wood: a very short burst of filtered noise. */
function knock(audio: AudioContext, at: number, hertz: number, level: number): void {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate),
    data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const noise = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    volume = audio.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 1.4;
  volume.gain.value = level;
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(at);
}

export function playSound(sound: SoundName): void {
  context ??= new AudioContext();
  void context.resume();
  const audio = context,
    now = audio.currentTime + 0.01;
  if (sound === "dice")
    for (let i = 0; i < 12; i++)
      knock(audio, now + (i < 6 ? 0.27 : 0.48) + Math.random() * 0.16, 900 + Math.random() * 1400, i < 6 ? 0.9 : 0.35);
  else if (sound === "keep") knock(audio, now, 700, 0.6);
  else if (sound === "turn") [523, 784].forEach((hertz, i) => tone(audio, now + i * 0.11, hertz, 0.32));
  else if (sound === "bad") [311, 233].forEach((hertz, i) => tone(audio, now + i * 0.13, hertz, 0.4));
  else [523, 659, 784, 1047].forEach((hertz, i) => tone(audio, now + i * 0.14, hertz, 0.6));
}
