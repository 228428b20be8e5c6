"""The command `serai`, also `python -m serai`."""

from serai.extras import command


def main() -> None:
    """Runs the command line; where an extra is missing, says which one to install."""
    with command("serai"):
        from serai.cli import main as run

        run()


if __name__ == "__main__":
    main()
